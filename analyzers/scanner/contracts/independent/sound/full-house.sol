pragma solidity 0.8.4;

contract FullHouse {
    uint256 public constant GOAL = 5 ether;
    uint256 public raised;
    address public lastPlayer;

    function play() external payable {
        require(msg.value == 0.5 ether && raised < GOAL);
        raised += msg.value;
        lastPlayer = msg.sender;
    }

    function prize() external {
        require(raised >= GOAL && msg.sender == lastPlayer);
        raised = 0;
        payable(msg.sender).transfer(GOAL);
    }
}
