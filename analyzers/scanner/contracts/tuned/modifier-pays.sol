// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract ModifierPays {
    mapping(address => uint256) private due;

    receive() external payable {
        due[msg.sender] = msg.value;
    }

    modifier paid() {
        (bool ok, ) = msg.sender.call{value: due[msg.sender]}(""); // expect: reentrancy
        require(ok, "failed");
        _;
    }

    function leave() external paid {
        due[msg.sender] = 0;
    }

    function take() external {
        uint256 amount = due[msg.sender];
        due[msg.sender] = 0;
        (bool ok, ) = msg.sender.call{value: amount}("");
        if (!ok) {
            due[msg.sender] = amount;
        }
    }

    function takeOnce() external {
        (bool ok, ) = msg.sender.call{value: due[msg.sender]}(""); // expect: reentrancy
        if (ok) due[msg.sender] = 0;
    }
}
