#!/usr/bin/env python3
"""NetworkManager and UPower on the bus that DBUS_SYSTEM_BUS_ADDRESS names, as
far as programs ask them whether the network is metered and the machine runs on
its battery. Lines on standard input change it, each answered by a line once the
change has been told on the bus:

    metered yes|no|guess-yes|guess-no|unknown
    battery yes|no
"""

import sys

from gi.repository import Gio, GLib

# NMMetered, NMConnectivityState and NMState of NetworkManager's D-Bus interface.
METERED = {"unknown": 0, "yes": 1, "no": 2, "guess-yes": 3, "guess-no": 4}
CONNECTIVITY_FULL = 4
CONNECTED_GLOBAL = 70

INTERFACES = """
<node>
  <interface name="org.freedesktop.NetworkManager">
    <property name="Connectivity" type="u" access="read"/>
    <property name="Metered" type="u" access="read"/>
    <property name="State" type="u" access="read"/>
    <property name="NetworkingEnabled" type="b" access="read"/>
    <property name="Version" type="s" access="read"/>
  </interface>
  <interface name="org.freedesktop.UPower">
    <property name="OnBattery" type="b" access="read"/>
    <property name="DaemonVersion" type="s" access="read"/>
  </interface>
</node>
"""


class Service:
    """One name with one object of the same path, and its properties."""

    def __init__(self, bus, name, interface, properties):
        self.bus, self.name, self.properties = bus, name, properties
        self.path = "/" + name.replace(".", "/")
        bus.register_object(
            self.path, interface, None, lambda *call: self.properties[call[4]], None)
        Gio.bus_own_name_on_connection(bus, name, Gio.BusNameOwnerFlags.NONE, None, None)

    def change(self, name, value):
        self.properties[name] = value
        self.bus.emit_signal(
            None, self.path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
            GLib.Variant("(sa{sv}as)", (self.name, {name: value}, [])))
        self.bus.flush_sync()


def main():
    bus = Gio.bus_get_sync(Gio.BusType.SYSTEM)
    interfaces = Gio.DBusNodeInfo.new_for_xml(INTERFACES)

    def service(name, properties):
        return Service(bus, name, interfaces.lookup_interface(name), properties)

    network = service("org.freedesktop.NetworkManager", {
        "Connectivity": GLib.Variant("u", CONNECTIVITY_FULL),
        "Metered": GLib.Variant("u", METERED["unknown"]),
        "State": GLib.Variant("u", CONNECTED_GLOBAL),
        "NetworkingEnabled": GLib.Variant("b", True),
        "Version": GLib.Variant("s", "1.42.4"),
    })
    power = service("org.freedesktop.UPower", {
        "OnBattery": GLib.Variant("b", False),
        "DaemonVersion": GLib.Variant("s", "0.99.20"),
    })
    loop = GLib.MainLoop()

    def obey(channel, _condition):
        line = channel.readline()
        if not line:
            loop.quit()
            return False
        subject, value = line.split()
        if subject == "metered":
            network.change("Metered", GLib.Variant("u", METERED[value]))
        else:
            power.change("OnBattery", GLib.Variant("b", value == "yes"))
        sys.stdout.write(line)
        sys.stdout.flush()
        return True

    GLib.io_add_watch(
        sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, obey)
    loop.run()


main()
