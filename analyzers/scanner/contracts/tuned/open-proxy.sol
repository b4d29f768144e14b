// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract OpenProxy {
    address public implementation;
    address public owner;
    bool private initialized;

    event OwnerChanged(address indexed to);

    function initialize(address newOwner) external { // expect: unprotected-initializer
        owner = newOwner; // expect: missing-zero-check
        emit OwnerChanged(newOwner);
    }

    function run(address target, bytes calldata data) external payable {
        (bool ok, ) = target.delegatecall(data); // expect: controlled-delegatecall
        require(ok, "failed");
    }

    function runOwn(bytes calldata data) external {
        require(msg.sender == owner, "not owner");
        (bool ok, ) = implementation.delegatecall(data);
        require(ok, "failed");
    }

    function setImplementation(address next) external {
        require(next != address(0), "zero");
        implementation = next; // expect: unprotected-owner
    }
}
