//! Requests to servers that people named. They must not be turned against what only this machine can reach: names are
//! looked up here, and addresses that are not public are refused, unless who runs the server allows them.

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, Url};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

/// Why something did not arrive.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Failed {
    /// It may arrive later.
    #[error("{0}")]
    Now(String),
    /// It never will: there is nobody there any more.
    #[error("{0}")]
    ForEver(String),
}

/// Sends requests.
#[derive(Clone, Debug)]
pub(super) struct Outbound {
    client: Client,
    private: bool,
}

impl Outbound {
    /// `private`: addresses that only this network can reach are allowed, and requests without TLS.
    pub(super) fn new(private: bool) -> Result<Outbound, reqwest::Error> {
        let roots = rustls::RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut builder = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(10))
            .no_proxy()
            .user_agent("ferrata")
            .dns_resolver(Arc::new(Lookup { private }));
        if let Ok(versions) =
            rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()
        {
            let config = versions.with_root_certificates(roots).with_no_client_auth();
            builder = builder.tls_backend_preconfigured(config);
        }
        Ok(Outbound { client: builder.build()?, private })
    }

    /// An address to which requests may go, or why they may not.
    pub(super) fn allowed(&self, url: &str) -> Result<Url, String> {
        let url = Url::parse(url).map_err(|error| format!("this is no address: {error}"))?;
        match url.scheme() {
            "https" => {}
            "http" if self.private => {}
            _ => return Err("the address must begin with https://".into()),
        }
        let literal = url.host_str().map(|host| host.trim_matches(['[', ']'])).map(str::parse::<IpAddr>);
        match literal {
            None => Err("the address names no server".into()),
            Some(Ok(ip)) if !self.private && !is_public(ip) => {
                Err("the address is not one of the public network".into())
            }
            _ => Ok(url),
        }
    }

    /// Sends a request.
    pub(super) async fn post(
        &self,
        url: &str,
        headers: &[(&'static str, String)],
        body: Vec<u8>,
    ) -> Result<(), Failed> {
        let url = self.allowed(url).map_err(Failed::ForEver)?;
        let mut request = self.client.post(url).body(body);
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        // The address may hold a secret: it is not repeated.
        let answer = request.send().await.map_err(|error| Failed::Now(error.without_url().to_string()))?;
        let status = answer.status();
        match status.as_u16() {
            200..=299 => Ok(()),
            404 | 410 => Err(Failed::ForEver(format!("it answered {status}"))),
            _ => Err(Failed::Now(format!("it answered {status}"))),
        }
    }
}

struct Lookup {
    private: bool,
}

impl Resolve for Lookup {
    fn resolve(&self, name: Name) -> Resolving {
        let private = self.private;
        Box::pin(async move {
            let all = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let good: Vec<_> = all.filter(|address| private || is_public(address.ip())).collect();
            if good.is_empty() {
                return Err("no public address has this name".into());
            }
            Ok(Box::new(good.into_iter()) as Addrs)
        })
    }
}

fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let benchmarks = a == 198 && (b == 18 || b == 19);
    let protocols = (a, b, c) == (192, 0, 0);
    !(ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_broadcast()
        || ip.is_documentation()
        || ip.is_multicast()
        || a == 0
        || a >= 240
        || shared
        || benchmarks
        || protocols)
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    if let Some(v4) = ip.to_ipv4_mapped() {
        return is_public_v4(v4);
    }
    let [a, b, ..] = ip.segments();
    // 2000::/3 is what is public, without what stands for other networks and for examples.
    let (to_v4, examples) = (a == 0x2002 || (a, b) == (0x2001, 0), (a, b) == (0x2001, 0x0db8));
    a & 0xe000 == 0x2000 && !to_v4 && !examples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_this_machine_can_reach_is_refused() {
        let outbound = Outbound::new(false).unwrap();
        for bad in [
            "http://example.org/hook",
            "https://127.0.0.1/",
            "https://10.1.2.3/",
            "https://169.254.169.254/latest",
            "https://[::1]/",
            "https://[fd00::1]/",
            "https://[::ffff:127.0.0.1]/",
            "https://2130706433/",
            "https://0.0.0.0/",
            "https://100.64.0.1/",
            "ftp://example.org/",
            "no address",
        ] {
            assert!(outbound.allowed(bad).is_err(), "{bad}");
        }
        for good in ["https://example.org/hook", "https://203.0.114.1/", "https://[2a00:1450::1]/x"] {
            assert!(outbound.allowed(good).is_ok(), "{good}");
        }
        assert!(Outbound::new(true).unwrap().allowed("http://127.0.0.1:8080/").is_ok());
    }

    #[tokio::test]
    async fn a_name_of_this_machine_is_refused_too() {
        let refused = Outbound::new(false).unwrap().post("https://localhost:1/", &[], Vec::new()).await;
        assert!(matches!(refused, Err(Failed::Now(_))), "{refused:?}");
        assert!(Lookup { private: false }.resolve("localhost".parse().unwrap()).await.is_err());
    }
}
