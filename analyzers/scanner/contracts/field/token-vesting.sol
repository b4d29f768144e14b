// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Ownable2Step, Ownable} from "@openzeppelin/contracts/access/Ownable2Step.sol";

contract TokenVesting is Ownable2Step {
    using SafeERC20 for IERC20;

    struct Grant {
        uint128 total;
        uint128 released;
        uint64 start;
        uint64 end;
    }

    IERC20 public immutable token;
    mapping(address => Grant) public grants;

    event Released(address indexed to, uint256 amount);

    constructor(IERC20 token_) Ownable(msg.sender) {
        token = token_;
    }

    function grant(address to, uint128 total, uint64 end) external onlyOwner {
        require(grants[to].total == 0 && end > block.timestamp, "grant");
        grants[to] = Grant(total, 0, uint64(block.timestamp), end);
        token.safeTransferFrom(msg.sender, address(this), total);
    }

    function release() external {
        Grant storage g = grants[msg.sender];
        uint256 passed = (block.timestamp > g.end ? g.end : block.timestamp) - g.start;
        uint256 due = (uint256(g.total) * passed) / (g.end - g.start) - g.released;
        require(due > 0, "nothing");
        g.released += uint128(due);
        token.safeTransfer(msg.sender, due);
        emit Released(msg.sender, due);
    }
}
