// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract WeakOwnable {
    address public owner = msg.sender;

    receive() external payable {}

    modifier onlyOwner() {
        require(msg.sender == owner, "not owner");
        _;
    }

    function transferOwnership(address next) external onlyOwner {
        owner = next; // expect: missing-event, missing-zero-check
    }

    function withdraw(address payable to) external {
        to.transfer(address(this).balance); // expect: unprotected-withdraw
    }

    function sweep() external {
        (bool ok, ) = msg.sender.call{value: address(this).balance}(""); // expect: unprotected-withdraw
        require(ok, "failed");
    }

    function kill() external {
        selfdestruct(payable(msg.sender)); // expect: unprotected-selfdestruct
    }
}
