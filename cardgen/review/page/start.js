/* The one global of the page. Every other script adds to it, in the order of server/page_parts.py. They are classic
   scripts: a site of plain files is opened from a disk, where modules and fetch do not work. */
"use strict";

/* exported cardgen */
const cardgen = /** @type {Cardgen} */ ({});
