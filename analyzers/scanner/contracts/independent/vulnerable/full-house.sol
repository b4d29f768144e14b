pragma solidity 0.8.4;

contract FullHouse {
    uint256 public constant GOAL = 5 ether;
    address public lastPlayer;
    bool public over;

    function play() external payable {
        require(msg.value == 0.5 ether && !over);
        lastPlayer = msg.sender;
        if (address(this).balance == GOAL) { // expect: strict-balance
            over = true;
        }
    }

    function prize() external {
        require(over && msg.sender == lastPlayer);
        over = false;
        payable(lastPlayer).transfer(address(this).balance);
    }
}
