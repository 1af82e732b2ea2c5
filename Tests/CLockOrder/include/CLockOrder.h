/* Shows ThreadSanitizer the order that Swift's Mutex keeps.
 *
 * A Mutex that is free is taken and given back by atomic operations in the
 * program itself, which the sanitizer sees. One that is not goes through two
 * functions of libswiftSynchronization, which is not built for it: it then
 * reports races between threads that do wait for one another (Swift 6.3, a
 * program of ten lines). Linked into a test, this module stands before these
 * two functions, calls them, and tells the sanitizer what they did. Without
 * the sanitizer it does nothing else.
 *
 * Nothing here is to be called: it is enough to be linked.
 */
