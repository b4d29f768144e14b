// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

interface ICoin {
    function transfer(address to, uint256 value) external returns (bool);
    function balanceOf(address who) external view returns (uint256);
}

contract ForgottenGuards {
    address public owner;
    bool public paused;

    constructor() {
        owner = msg.sender;
    }

    receive() external payable {}

    function changeOwner(address to) public {
        owner = to; // expect: unprotected-owner, missing-event, missing-zero-check
    }

    function emergency(address payable to, uint256 amount) public {
        require(!paused, "paused");
        (bool ok, ) = to.call{value: amount}(""); // expect: unprotected-withdraw
        require(ok, "failed");
    }

    function rescue(ICoin coin, address to) public {
        require(coin.transfer(to, coin.balanceOf(address(this))), "failed"); // expect: unprotected-withdraw
    }

    function destroy(address payable to) public {
        _end(to);
    }

    function _end(address payable to) private {
        selfdestruct(to); // expect: unprotected-selfdestruct
    }
}
