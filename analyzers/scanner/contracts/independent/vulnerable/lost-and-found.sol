pragma solidity ^0.7.0;

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
    function balanceOf(address who) external view returns (uint256);
}

contract LostAndFound {
    address public immutable clerk = msg.sender;

    function recover(Token token) external {
        uint256 all = token.balanceOf(address(this));
        require(all > 0, "nothing");
        require(token.transfer(msg.sender, all), "failed"); // expect: unprotected-withdraw
    }
}
