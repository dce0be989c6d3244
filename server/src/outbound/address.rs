//! Which addresses are of the public internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address is of the public internet. False for private, shared, loopback, link-local, reserved, multicast and
/// documentation addresses, and for IPv6 addresses that carry an IPv4 address to a gateway.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(mapped) => is_public_v4(mapped),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let reserved = match address.octets() {
        [0 | 10 | 127, ..] | [224..=255, ..] => true,
        [100, b, ..] => b & 0b1100_0000 == 64,
        [169, 254, ..] | [192, 168, ..] => true,
        [172, b, ..] => b & 0b1111_0000 == 16,
        [192, 0, 0 | 2, _] | [192, 88, 99, _] => true,
        [198, 18 | 19, ..] | [198, 51, 100, _] | [203, 0, 113, _] => true,
        _ => false,
    };
    !reserved
}

/// Global unicast addresses are 2000::/3.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let special = match (a, b) {
        // Protocol assignments (Teredo among them), documentation, 6to4.
        (0x2001, b) => b < 0x0200 || b == 0x0db8,
        (0x2002, _) => true,
        (0x3fff, b) => b < 0x1000,
        _ => false,
    };
    (0x2000..0x4000).contains(&a) && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn j01_only_addresses_of_the_public_internet_are_public() {
        for (address, public) in [
            ("1.1.1.1", true),
            ("100.63.255.255", true),
            ("100.64.0.1", false),
            ("100.127.255.255", false),
            ("100.128.0.1", true),
            ("172.15.0.1", true),
            ("172.16.0.1", false),
            ("172.31.255.255", false),
            ("172.32.0.1", true),
            ("0.0.0.0", false),
            ("10.1.2.3", false),
            ("127.0.0.1", false),
            ("127.255.0.1", false),
            ("169.254.169.254", false),
            ("192.0.0.8", false),
            ("192.0.2.1", false),
            ("192.168.1.1", false),
            ("198.18.0.1", false),
            ("198.19.255.255", false),
            ("198.20.0.1", true),
            ("203.0.113.9", false),
            ("224.0.0.1", false),
            ("240.0.0.1", false),
            ("255.255.255.255", false),
            ("2606:4700::1111", true),
            ("::", false),
            ("::1", false),
            ("::ffff:127.0.0.1", false),
            ("::ffff:1.1.1.1", true),
            ("::127.0.0.1", false),
            ("64:ff9b::7f00:1", false),
            ("64:ff9b:1::1", false),
            ("2001::1", false),
            ("2001:db8::1", false),
            ("2001:4860:4860::8888", true),
            ("2002:7f00:1::", false),
            ("3fff::1", false),
            ("fc00::1", false),
            ("fd12::1", false),
            ("fe80::1", false),
            ("fec0::1", false),
            ("ff02::1", false),
        ] {
            assert_eq!(is_public(address.parse().expect("an address")), public, "{address}");
        }
    }
}
