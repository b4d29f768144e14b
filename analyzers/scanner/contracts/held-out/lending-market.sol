// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

interface IToken {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function balanceOf(address who) external view returns (uint256);
}

interface IOracle {
    function priceOf(address asset) external view returns (uint256);
}

contract LendingMarket {
    IToken public immutable asset;
    IOracle public oracle;
    address public governor;
    mapping(address => uint256) public supplied;
    mapping(address => uint256) public debt;

    constructor(IToken asset_, IOracle oracle_) {
        asset = asset_;
        oracle = oracle_;
        governor = msg.sender;
    }

    function borrow(uint256 amount) external {
        uint256 worth = supplied[msg.sender] * oracle.priceOf(address(asset));
        require(debt[msg.sender] + amount <= worth, "too much");
        require(asset.transfer(msg.sender, amount), "failed"); // expect: reentrancy-no-eth
        debt[msg.sender] += amount;
    }

    function repay(uint256 amount) external {
        debt[msg.sender] -= amount;
        asset.transferFrom(msg.sender, address(this), amount); // expect: unchecked-transfer
    }

    function supplyFrom(address payer, uint256 amount) external {
        supplied[payer] += amount;
        bool ok = asset.transferFrom(payer, address(this), amount); // expect: arbitrary-transfer-from
        require(ok, "failed");
    }

    function setGovernor(address next) external {
        require(msg.sender == governor, "not the governor");
        governor = next; // expect: missing-event, missing-zero-check
    }

    function redeem(uint256 amount) external {
        supplied[msg.sender] -= amount;
        require(debt[msg.sender] == 0, "debt");
        require(asset.transfer(msg.sender, amount), "failed");
    }
}
