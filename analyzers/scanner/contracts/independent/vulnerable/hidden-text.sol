pragma solidity ^0.8.0;

contract HiddenText {
    mapping(address => uint256) public points;
    address private referee = msg.sender;

    function award(address who, uint256 n) external {
        require(msg.sender == referee /*‮ nobody else‬*/); // expect: hidden-characters
        points[who] += n;
    }
}
