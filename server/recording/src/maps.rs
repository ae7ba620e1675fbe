//! Hash tables with a secret of the process: fast for short keys, and no file can choose colliding keys.

use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;

pub(crate) type Map<K, V> = HashMap<K, V, RandomState>;
pub(crate) type Set<K> = HashSet<K, RandomState>;
