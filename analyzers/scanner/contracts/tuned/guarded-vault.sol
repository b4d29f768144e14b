// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract GuardedVault {
    mapping(address => uint256) private balances;
    uint256 private entered;

    event Withdrawn(address indexed who, uint256 amount);

    modifier nonReentrant() {
        require(entered == 0, "entered");
        entered = 1;
        _;
        entered = 0;
    }

    function deposit() external payable {
        balances[msg.sender] += msg.value;
    }

    function withdraw(uint256 amount) external nonReentrant {
        require(balances[msg.sender] >= amount, "too much");
        balances[msg.sender] -= amount;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "failed");
        emit Withdrawn(msg.sender, amount);
    }

    function withdrawGuarded() external nonReentrant {
        uint256 amount = balances[msg.sender];
        (bool ok, ) = msg.sender.call{value: amount}("");
        if (!ok) revert();
        balances[msg.sender] = 0;
    }

    function transfer(address to, uint256 amount) external nonReentrant {
        require(balances[msg.sender] >= amount);
        balances[msg.sender] -= amount;
        balances[to] += amount;
    }
}
