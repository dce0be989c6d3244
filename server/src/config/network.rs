//! An address or a network, such as `10.0.0.0/8`.

use std::net::IpAddr;
use std::str::FromStr;

/// An address or a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    prefix: u32,
}

impl Network {
    /// Whether an address lies in the network. An IPv4 address that arrives mapped into IPv6 counts as IPv4.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address.to_canonical(), address.to_canonical()) {
            (IpAddr::V4(ours), IpAddr::V4(theirs)) => {
                let mask = u32::MAX.checked_shl(32 - self.prefix.min(32)).unwrap_or(0);
                ours.to_bits() & mask == theirs.to_bits() & mask
            }
            (IpAddr::V6(ours), IpAddr::V6(theirs)) => {
                let mask = u128::MAX.checked_shl(128 - self.prefix.min(128)).unwrap_or(0);
                ours.to_bits() & mask == theirs.to_bits() & mask
            }
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (address, prefix) = text.split_once('/').unwrap_or((text, ""));
        let address: IpAddr = address.parse().map_err(|_| ())?;
        let whole = if address.is_ipv4() { 32 } else { 128 };
        let prefix = if prefix.is_empty() { whole } else { prefix.parse().map_err(|_| ())? };
        if prefix <= whole { Ok(Self { address, prefix }) } else { Err(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_holds_its_addresses_and_no_others() {
        let cases = [
            ("10.0.0.0/8", "10.255.1.2", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.0.0.7", "10.0.0.7", true),
            ("10.0.0.7", "10.0.0.8", false),
            ("0.0.0.0/0", "203.0.113.9", true),
            ("0.0.0.0/0", "::1", false),
            ("fd00::/8", "fd12::1", true),
            ("10.0.0.0/8", "::ffff:10.1.1.1", true),
        ];
        for (network, address, inside) in cases {
            let network: Network = network.parse().expect("a network");
            assert_eq!(network.contains(address.parse().expect("an address")), inside, "{address}");
        }
        for wrong in ["", "10.0.0.0/33", "fd00::/129", "host", "10.0.0.0/-1"] {
            assert_eq!(wrong.parse::<Network>(), Err(()), "{wrong}");
        }
    }
}
