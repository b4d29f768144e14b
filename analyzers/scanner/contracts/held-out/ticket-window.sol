// SPDX-License-Identifier: MIT
pragma solidity ^0.8.13; // expect: floating-pragma

contract TicketWindow {
    uint256 public constant PRICE = 0.01 ether;
    mapping(address => uint256) public tickets;
    address payable private immutable seller = payable(msg.sender);

    function buyMany(uint256[] memory counts) external payable {
        uint256 i;
        do {
            require(msg.value >= counts[i] * PRICE, "price"); // expect: msg-value-in-loop
            tickets[msg.sender] += counts[i];
            i++;
        } while (i < counts.length);
    }

    function close() external {
        require(seller == msg.sender, "not the seller");
        seller.transfer(address(this).balance);
    }
}
