// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract TrojanSource {
    address private immutable owner = msg.sender;

    function check(address who) external view returns (bool) {
        /* ‮ who is owner */ // expect: hidden-characters
        return who == owner;
    }
}
