//! Tests of the rules, chapter by chapter.

mod about;
mod auction;
mod cards;
mod concessions;
mod coop;
mod desk;
mod end;
mod events;
mod foretold;
mod hasty;
mod meet;
mod plausible;
mod play;
mod privates;
mod readings;
mod rest;
mod run;
mod sarsa;
mod sefta;
mod shown;
mod stock;
mod track;
mod trains;
mod traps;
mod variants;
mod vectors;
