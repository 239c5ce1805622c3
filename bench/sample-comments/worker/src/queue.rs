use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

pub struct Job {
    pub id: u64,
    pub payload: String,
    pub attempts: u32,
}

#[derive(Clone)]
pub struct Queue {
    jobs: Arc<Mutex<VecDeque<Job>>>,
    max_attempts: u32,
}

impl Queue {
    pub fn new(max_attempts: u32) -> Queue {
        Queue {
            jobs: Arc::new(Mutex::new(VecDeque::new())),
            max_attempts: max_attempts,
        }
    }

    pub fn push(&self, job: Job) {
        self.jobs.lock().unwrap().push_back(job);
    }

    pub fn pop(&self) -> Option<Job> {
        return self.jobs.lock().unwrap().pop_front();
    }

    pub fn retry(&self, mut job: Job) -> bool {
        job.attempts += 1;
        if job.attempts > self.max_attempts {
            return false;
        }
        self.push(job);
        true
    }

    pub fn ids(&self) -> Vec<u64> {
        let jobs = self.jobs.lock().unwrap();
        let mut ids = Vec::new();
        for job in jobs.iter() {
            ids.push(job.id);
        }
        ids
    }
}

pub fn parse_job(line: &str) -> Job {
    let parts: Vec<&str> = line.split(',').collect();
    Job {
        id: parts[0].parse().unwrap(),
        payload: parts[1].to_string(),
        attempts: 0,
    }
}
