// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract OriginWallet {
    address public immutable owner = msg.sender;

    receive() external payable {}

    function pay(address payable to, uint256 amount) external {
        require(tx.origin == owner, "not owner"); // expect: tx-origin
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "failed");
    }

    function onlyPeople() external view returns (bool) {
        require(msg.sender == tx.origin, "no contracts");
        return true;
    }
}
