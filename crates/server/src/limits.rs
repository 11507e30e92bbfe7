//! How often a client may ask: by network, by account. Whoever asks too often is told when to come again.

use crate::network::Network;
use crate::problem::{Answer, Problem};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;

/// A limit that is counted by key.
#[derive(Debug)]
pub(crate) struct Limit<K: Clone + Hash + Eq> {
    limiter: DefaultKeyedRateLimiter<K>,
    clock: DefaultClock,
    /// What to say to who exceeds it.
    words: &'static str,
}

impl<K: Clone + Hash + Eq> Limit<K> {
    fn new(quota: Quota, words: &'static str) -> Limit<K> {
        Limit { limiter: RateLimiter::keyed(quota), clock: DefaultClock::default(), words }
    }

    /// Counts one more; refused, with the seconds to wait, if that is too many.
    pub(crate) fn check(&self, key: &K) -> Answer<()> {
        self.limiter.check_key(key).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now()).as_secs_f64().ceil() as u32;
            Problem::too_many(self.words, wait)
        })
    }

    fn prune(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }
}

/// All limits of a server.
#[derive(Debug)]
pub(crate) struct Limits {
    /// Requests of a network.
    requests: Limit<Network>,
    /// Passwords that a network tries.
    passwords_of_network: Limit<Network>,
    /// Passwords that are tried for an account, by its name or id.
    passwords_of_account: Limit<String>,
}

fn nonzero(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

impl Limits {
    /// Limits by how many requests a network may make per second, and how many passwords may be tried per minute for
    /// one account; a network, in which several people may live, has five times that.
    pub(crate) fn new(requests_per_second: u32, passwords_per_minute: u32) -> Limits {
        let requests = nonzero(requests_per_second);
        let (account, network) =
            (nonzero(passwords_per_minute), nonzero(passwords_per_minute.saturating_mul(5)));
        Limits {
            requests: Limit::new(
                Quota::per_second(requests).allow_burst(requests.saturating_mul(nonzero(10))),
                "wait a moment, then try again",
            ),
            passwords_of_network: Limit::new(
                Quota::per_minute(network),
                "too many passwords were tried from here; wait a minute",
            ),
            passwords_of_account: Limit::new(
                Quota::per_minute(account),
                "too many passwords were tried for this account; wait a minute",
            ),
        }
    }

    /// A request from this address.
    pub(crate) fn request(&self, client: IpAddr) -> Answer<()> {
        self.requests.check(&Network::of_client(client))
    }

    /// A password tried from this address, for this account.
    pub(crate) fn password(&self, client: IpAddr, account: &str) -> Answer<()> {
        self.passwords_of_network.check(&Network::of_client(client))?;
        // A name can be as long as a request; what is longer than any name counts as one.
        let account: String = account.trim().to_lowercase().chars().take(40).collect();
        self.passwords_of_account.check(&account)
    }

    /// Forgets who has not come for a while.
    pub(crate) fn prune(&self) {
        self.requests.prune();
        self.passwords_of_network.prune();
        self.passwords_of_account.prune();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Given an account for which too many passwords were tried, then it has to wait wherever the next one comes
    /// from; others do not, until their network has tried too many.
    #[test]
    fn passwords_are_counted_by_account_and_by_network() {
        let limits = Limits::new(1000, 2);
        let ip = |last: u8| IpAddr::from([203, 0, 113, last]);
        for last in 0..2 {
            limits.password(ip(last), "Anna").unwrap();
        }
        assert!(limits.password(ip(9), " anna ").is_err());
        for attempt in 0..10 {
            limits.password(ip(20), &format!("person {attempt}")).unwrap();
        }
        assert!(limits.password(ip(20), "somebody else").is_err());
        assert!(limits.password(ip(21), "somebody else").is_ok());
    }
}
