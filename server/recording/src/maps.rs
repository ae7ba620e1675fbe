//! Tables by a hash with a secret of the process: quick for short keys, and no file can choose keys that collide.

use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;

pub(crate) type Map<K, V> = HashMap<K, V, RandomState>;
pub(crate) type Set<K> = HashSet<K, RandomState>;
