/// The program of `docs/tutorial.md`, which quotes it in full.
@NullMarked
package com.example;

import org.jspecify.annotations.NullMarked;
