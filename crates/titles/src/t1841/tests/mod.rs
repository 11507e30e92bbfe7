//! Tests by chapter of the rulebook, with the table builder they share.

mod appendix;
mod beyond;
#[allow(dead_code)] // a vocabulary for tests: not every word is used at every time
mod builder;
mod chapter_1;
mod chapter_2;
mod chapter_3;
mod chapter_3_3;
mod chapter_3_5;
mod chapter_4;
mod chapter_4_1;
mod chapter_4_1_tiles;
mod chapter_4_2;
mod chapter_4_3;
mod chapter_4_4;
mod chapter_4_5;
mod chapter_4_5_1;
mod chapter_4_6;
mod chapter_4_7;
mod chapter_4_7_1;
mod chapter_5;
mod chapter_6;
mod corners;
#[allow(dead_code)] // like the builder
mod given;
mod glossary;
mod limits;
mod lite;
mod online;
mod play;
mod positions;
mod variants;
