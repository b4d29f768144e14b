// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

contract FreeToken is ERC20 {
    address public treasury;

    constructor(address treasury_) ERC20("Free", "FREE") {
        treasury = treasury_; // expect: missing-zero-check
    }

    function issue(address to, uint256 amount) public {
        _mint(to, amount); // expect: unprotected-mint
    }

    function changeTreasury(address next) public {
        require(next != address(0), "zero");
        treasury = next; // expect: unprotected-owner
    }
}
