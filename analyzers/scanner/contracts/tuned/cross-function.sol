// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract CrossFunction {
    mapping(address => uint256) private shares;
    uint256 private total;
    bool private locked;

    modifier nonReentrant() {
        require(!locked, "locked");
        locked = true;
        _;
        locked = false;
    }

    function join() external payable {
        shares[msg.sender] += msg.value;
        total += msg.value;
    }

    function leave() external nonReentrant {
        uint256 amount = shares[msg.sender];
        (bool ok, ) = msg.sender.call{value: amount}(""); // expect: reentrancy-cross-function, reentrancy-read-only
        require(ok, "failed");
        shares[msg.sender] = 0;
        total -= amount;
    }

    function move(address to, uint256 amount) external {
        require(shares[msg.sender] >= amount, "too much");
        shares[msg.sender] -= amount;
        shares[to] += amount;
    }

    function price() external view returns (uint256) {
        return total == 0 ? 1 ether : (address(this).balance * 1 ether) / total;
    }
}
