pragma solidity ^0.8.12;

contract WishingWell {
    event Wish(address indexed from, string text);

    address payable immutable caretaker = payable(msg.sender);

    function wish(string calldata text) external payable {
        require(msg.value > 0, "toss a coin");
        emit Wish(msg.sender, text);
    }

    function clean() external {
        require(caretaker == msg.sender);
        caretaker.transfer(address(this).balance);
    }
}
