// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract LoosePermit {
    address public signer;
    mapping(address => uint256) public credit;

    constructor(address signer_) {
        require(signer_ != address(0), "zero");
        signer = signer_;
    }

    function claim(uint256 amount, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 digest = keccak256(abi.encode(msg.sender, amount));
        address who = ecrecover(digest, v, r, s); // expect: signature-replay, ecrecover-zero-address
        require(who == signer, "bad signature");
        credit[msg.sender] += amount;
    }
}
