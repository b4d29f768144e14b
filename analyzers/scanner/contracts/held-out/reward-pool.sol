// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract RewardPool {
    struct Member {
        uint256 stake;
        uint256 reward;
        bool active;
    }

    mapping(address => Member) internal members;
    uint256 internal staked;

    function join() external payable {
        Member storage m = members[msg.sender];
        m.stake += msg.value;
        m.active = true;
        staked += msg.value;
    }

    function leave() external {
        Member storage m = members[msg.sender];
        if (!m.active) revert("not a member");
        (bool done, ) = payable(msg.sender).call{value: m.stake}(""); // expect: reentrancy
        if (!done) revert("failed");
        m.active = false;
        m.stake = 0;
    }

    function claim() external {
        uint256 due = members[msg.sender].reward;
        if (due == 0) return;
        delete members[msg.sender].reward;
        (bool done, ) = payable(msg.sender).call{value: due}("");
        if (!done) revert("failed");
    }
}
