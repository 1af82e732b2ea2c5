import GalleryApp
import Glibc

exit(GalleryCommand.main())
