// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract BorrowedCredit {
    mapping(address => uint256) internal credit;
    uint256 internal status;

    modifier lock() {
        if (status == 2) revert("busy");
        status = 2;
        _;
        status = 1;
    }

    function fill() external payable {
        credit[msg.sender] += msg.value;
    }

    function pull() external lock {
        uint256 due = credit[msg.sender];
        (bool ok, ) = msg.sender.call{value: due}(""); // expect: reentrancy-cross-function
        require(ok, "failed");
        credit[msg.sender] = 0;
    }

    function pass(address to) external {
        uint256 due = credit[msg.sender];
        credit[msg.sender] = 0;
        credit[to] += due;
    }
}
