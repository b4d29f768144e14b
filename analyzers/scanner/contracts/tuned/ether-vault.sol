// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract EtherVault {
    mapping(address => uint256) public balances;

    function deposit() external payable {
        balances[msg.sender] += msg.value;
    }

    function withdraw(uint256 amount) external {
        require(balances[msg.sender] >= amount, "too much");
        (bool ok, ) = msg.sender.call{value: amount}(""); // expect: reentrancy
        require(ok, "failed");
        balances[msg.sender] -= amount;
    }

    function withdrawAll() external {
        uint256 amount = balances[msg.sender];
        _pay(msg.sender, amount); // expect: reentrancy
        balances[msg.sender] = 0;
    }

    function _pay(address to, uint256 amount) internal {
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "failed");
    }
}
