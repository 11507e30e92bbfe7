//! The pages around the tables.

use crate::browser::{Browser, Screen};
use crate::house::House;

#[tokio::test]
async fn the_pages_around_the_tables_are_accessible() {
    let house = House::open();
    let browser = Browser::start(Screen::Desktop).await;
    for (path, heading) in
        [("/", "Tables"), ("/new", "New table"), ("/account", "Account"), ("/nowhere", "no such page")]
    {
        browser.go(&house.page(path)).await;
        browser.find("heading", heading, "").await;
        browser.is_accessible(path).await;
    }
    browser.close().await;
}
