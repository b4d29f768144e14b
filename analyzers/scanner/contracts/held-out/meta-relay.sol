// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract MetaRelay {
    mapping(address => uint256) public balance;

    function send(address from, address to, uint256 amount, bytes32 r, bytes32 s, uint8 v) external {
        bytes32 hash = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", keccak256(abi.encode(to, amount))));
        require(ecrecover(hash, v, r, s) == from, "signature"); // expect: signature-replay, ecrecover-zero-address
        balance[from] -= amount;
        balance[to] += amount;
    }

    function top() external payable {
        balance[msg.sender] += msg.value;
    }

    function out(uint256 amount) external {
        balance[msg.sender] -= amount;
        payable(msg.sender).transfer(amount);
    }
}
