// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

import "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

contract PoolShare is ReentrancyGuard {
    mapping(address => uint256) internal shares;
    uint256 internal supply;

    function add() external payable nonReentrant {
        shares[msg.sender] += msg.value;
        supply += msg.value;
    }

    function remove(uint256 amount) external nonReentrant {
        require(shares[msg.sender] >= amount, "too much");
        (bool ok, ) = msg.sender.call{value: amount}(""); // expect: reentrancy-read-only
        require(ok, "failed");
        shares[msg.sender] -= amount;
        supply -= amount;
    }

    function rate() public view returns (uint256) {
        return (address(this).balance * 1e18) / supply;
    }
}
