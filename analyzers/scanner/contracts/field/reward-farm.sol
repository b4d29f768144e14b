// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

contract RewardFarm is ReentrancyGuard {
    using SafeERC20 for IERC20;

    IERC20 public immutable stakeToken;
    IERC20 public immutable rewardToken;
    uint256 public immutable perSecond;
    uint256 public total;
    uint256 public perShare;
    uint256 public updatedAt;
    mapping(address => uint256) public staked;
    mapping(address => uint256) public paid;

    constructor(IERC20 stake_, IERC20 reward_, uint256 perSecond_) {
        stakeToken = stake_;
        rewardToken = reward_;
        perSecond = perSecond_;
        updatedAt = block.timestamp;
    }

    modifier settle() {
        if (total > 0) perShare += ((block.timestamp - updatedAt) * perSecond * 1e18) / total;
        updatedAt = block.timestamp;
        uint256 due = (staked[msg.sender] * (perShare - paid[msg.sender])) / 1e18;
        paid[msg.sender] = perShare;
        if (due > 0) rewardToken.safeTransfer(msg.sender, due);
        _;
    }

    function deposit(uint256 amount) external nonReentrant settle {
        total += amount;
        staked[msg.sender] += amount;
        stakeToken.safeTransferFrom(msg.sender, address(this), amount);
    }

    function withdraw(uint256 amount) external nonReentrant settle {
        total -= amount;
        staked[msg.sender] -= amount;
        stakeToken.safeTransfer(msg.sender, amount);
    }

    function pending(address who) external view returns (uint256) {
        return (staked[who] * (perShare - paid[who])) / 1e18;
    }
}
