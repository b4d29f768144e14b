// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract KingOfHill {
    address public king;
    uint256 public prize;
    address public immutable founder = msg.sender;

    function claim() external payable {
        require(msg.value > prize, "pay more");
        if (king != address(0)) {
            (bool ok, ) = king.call{value: prize}(""); // expect: reentrancy
            require(ok, "old king refuses");
        }
        king = msg.sender;
        prize = msg.value;
    }

    function shutdown() external {
        if (tx.origin != founder) revert("no"); // expect: tx-origin
        selfdestruct(payable(founder));
    }
}
