//! Networks: what a limit counts as one client, and which addresses are those of proxies.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

/// Addresses that begin alike: `10.0.0.0/8`, `2001:db8::/32`, or one alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Network {
    /// The first of them; IPv4 as IPv6 writes it.
    first: Ipv6Addr,
    /// How many bits they share.
    bits: u8,
}

fn wide(ip: IpAddr) -> Ipv6Addr {
    match ip {
        IpAddr::V4(ip) => ip.to_ipv6_mapped(),
        IpAddr::V6(ip) => ip,
    }
}

fn cut(ip: Ipv6Addr, bits: u8) -> Ipv6Addr {
    let mask = u128::MAX.checked_shl(u32::from(128 - bits.min(128))).unwrap_or(0);
    Ipv6Addr::from_bits(ip.to_bits() & mask)
}

impl Network {
    /// What limits count as one client: an IPv4 address, or the 64 bits of IPv6 that a household gets.
    pub(crate) fn of_client(ip: IpAddr) -> Network {
        let ip = wide(ip);
        let bits = if ip.to_ipv4_mapped().is_some() { 128 } else { 64 };
        Network { first: cut(ip, bits), bits }
    }

    /// Whether an address is among them.
    pub(crate) fn contains(&self, ip: IpAddr) -> bool {
        cut(wide(ip), self.bits) == self.first
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let wrong = || format!("\"{text}\" is no network; write an address or, for several, 10.0.0.0/8");
        let (ip, bits) = text.split_once('/').map_or((text, None), |(ip, bits)| (ip, Some(bits)));
        let ip: IpAddr = ip.trim().parse().map_err(|_| wrong())?;
        let most: u8 = if ip.is_ipv4() { 32 } else { 128 };
        let bits = match bits {
            Some(bits) => bits.trim().parse().ok().filter(|bits| *bits <= most).ok_or_else(wrong)?,
            None => most,
        };
        let bits = bits + (128 - most);
        Ok(Network { first: cut(wide(ip), bits), bits })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first.to_ipv4_mapped() {
            Some(ip) if self.bits >= 96 => write!(f, "{ip}/{}", self.bits - 96),
            _ => write!(f, "{}/{}", self.first, self.bits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_household_is_one_client() {
        let of = |text| Network::of_client(ip(text));
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_ne!(of("203.0.113.1"), of("203.0.113.2"));
        assert_eq!(of("::ffff:203.0.113.1"), of("203.0.113.1"));
    }

    #[test]
    fn a_network_holds_its_addresses() {
        let network: Network = "10.0.0.0/8".parse().unwrap();
        assert!(network.contains(ip("10.9.8.7")) && network.contains(ip("::ffff:10.1.1.1")));
        assert!(!network.contains(ip("11.0.0.0")) && !network.contains(ip("2001:db8::1")));
        let one: Network = "::1".parse().unwrap();
        assert!(one.contains(ip("::1")) && !one.contains(ip("::2")));
        let all: Network = "0.0.0.0/0".parse().unwrap();
        assert!(all.contains(ip("203.0.113.1")) && !all.contains(ip("2001:db8::1")));
        let six: Network = "2001:db8::/32".parse().unwrap();
        assert_eq!((six.to_string(), network.to_string()), ("2001:db8::/32".into(), "10.0.0.0/8".into()));
        assert!(six.contains(ip("2001:db8:ffff::1")));
    }

    #[test]
    fn what_is_no_network_is_refused() {
        for wrong in ["", "10.0.0.0/33", "10.0.0.0/x", "host", "::/129", "10.0.0"] {
            assert!(wrong.parse::<Network>().unwrap_err().contains("10.0.0.0/8"), "{wrong}");
        }
    }
}
