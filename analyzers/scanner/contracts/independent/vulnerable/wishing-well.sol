pragma solidity ^0.8.12;

contract WishingWell { // expect: locked-ether
    event Wish(address indexed from, string text);

    uint256 public wishes;

    function wish(string calldata text) external payable {
        require(msg.value > 0, "toss a coin");
        wishes++;
        emit Wish(msg.sender, text);
    }
}
