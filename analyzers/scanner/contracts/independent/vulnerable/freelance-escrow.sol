pragma solidity ^0.8.4;

contract FreelanceEscrow {
    struct Job {
        address client;
        address worker;
        uint256 fee;
        bool done;
    }

    Job[] public jobs;

    function hire(address worker) external payable returns (uint256) {
        jobs.push(Job({client: msg.sender, worker: worker, fee: msg.value, done: false}));
        return jobs.length - 1;
    }

    function finish(uint256 id) external {
        Job storage job = jobs[id];
        require(job.client == msg.sender, "client");
        job.done = true;
    }

    function getPaid(uint256 id) external {
        Job storage job = jobs[id];
        require(job.done && job.fee > 0, "not yet");
        require(job.worker == msg.sender, "worker");
        (bool ok, ) = job.worker.call{value: job.fee}(""); // expect: reentrancy
        require(ok);
        job.fee = 0;
    }
}
