pragma solidity ^0.8.10;

import {ReentrancyGuard} from "@openzeppelin/contracts/security/ReentrancyGuard.sol";

contract PoolShare is ReentrancyGuard {
    uint256 public totalShares;
    mapping(address => uint256) public sharesOf;

    function sharePrice() public view returns (uint256) {
        return totalShares == 0 ? 1e18 : address(this).balance * 1e18 / totalShares;
    }

    function enter() external payable nonReentrant {
        uint256 before = address(this).balance - msg.value;
        uint256 shares = totalShares == 0 ? msg.value : msg.value * totalShares / before;
        sharesOf[msg.sender] += shares;
        totalShares += shares;
    }

    function exit(uint256 shares) external nonReentrant {
        uint256 amount = shares * sharePrice() / 1e18;
        sharesOf[msg.sender] -= shares;
        (bool done, ) = msg.sender.call{value: amount}(""); // expect: reentrancy-read-only
        require(done, "exit failed");
        totalShares -= shares;
    }
}
