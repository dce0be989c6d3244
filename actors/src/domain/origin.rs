//! Where a request came from, as the audit log tells it.

use std::fmt;
use std::net::IpAddr;

/// Where a request came from. It goes with each order to its commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    pub address: IpAddr,
    /// None if the request does not say.
    pub device: Option<Device>,
}

/// What a person used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// A browser and the system that it runs on.
    Browser(Browser, System),
    /// A program with an API key of the person.
    ApiKey,
}

macro_rules! named {
    ($name:ident: $($variant:ident = $text:literal by $mark:literal),+ $(,)?) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($variant,)+
        }

        impl $name {
            /// The first one whose mark is in the text: browsers also name those whose pages they can show.
            fn find(agent: &str) -> Option<Self> {
                [$((Self::$variant, $mark)),+].into_iter().find(|(_, mark)| agent.contains(mark)).map(|(it, _)| it)
            }

            fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }
    };
}

named!(Browser:
    Edge = "Edge" by "Edg",
    Opera = "Opera" by "OPR/",
    Firefox = "Firefox" by "Firefox/",
    FirefoxOnIos = "Firefox" by "FxiOS/",
    ChromeOnIos = "Chrome" by "CriOS/",
    Chrome = "Chrome" by "Chrome/",
    Safari = "Safari" by "Safari/",
);

named!(System:
    Android = "Android" by "Android",
    Iphone = "iPhone" by "iPhone",
    Ipad = "iPad" by "iPad",
    Windows = "Windows" by "Windows",
    Mac = "macOS" by "Mac OS X",
    ChromeOs = "ChromeOS" by "CrOS",
    Linux = "Linux" by "Linux",
);

impl Device {
    /// Reads the header `User-Agent`; none for programs that are no browsers.
    pub fn read(agent: &str) -> Option<Self> {
        Some(Self::Browser(Browser::find(agent)?, System::find(agent)?))
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Browser(browser, system) => write!(f, "{} on {}", browser.name(), system.name()),
            Self::ApiKey => f.write_str("API key"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_a_browser_on_a_system_and_other_programs_are_none() {
        let cases = [
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
                Some("Chrome on Linux"),
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
                Some("Edge on Windows"),
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
                Some("Safari on macOS"),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
                Some("Safari on iPhone"),
            ),
            ("Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", Some("Firefox on Android")),
            ("curl/8.5.0", None),
            ("", None),
        ];
        for (agent, device) in cases {
            assert_eq!(Device::read(agent).map(|it| it.to_string()).as_deref(), device, "{agent}");
        }
    }
}
