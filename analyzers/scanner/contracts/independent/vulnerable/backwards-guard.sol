pragma solidity ^0.6.0;

contract BackwardsGuard {
    address payable internal captain;

    constructor() public payable {
        captain = msg.sender;
    }

    function takeTreasure(uint256 share) external {
        require(msg.sender != captain, "captain waits");
        require(share <= address(this).balance / 2, "greedy");
        msg.sender.transfer(share); // expect: unprotected-withdraw
    }

    function refill() external payable {
        require(msg.sender == captain);
    }
}
