pragma solidity ^0.8.4;

contract CoinFlip {
    struct Bet {
        bytes32 commitment;
        uint64 deadline;
        uint128 stake;
    }

    mapping(address => Bet) public bets;
    mapping(address => uint256) public wins;

    function commit(bytes32 commitment) external payable {
        require(bets[msg.sender].commitment == 0, "pending");
        bets[msg.sender] = Bet(commitment, uint64(block.timestamp + 1 days), uint128(msg.value));
    }

    function reveal(bytes32 number, bytes32 salt) external {
        Bet memory b = bets[msg.sender];
        require(b.commitment == keccak256(abi.encode(msg.sender, number, salt)), "mismatch");
        require(block.timestamp <= b.deadline, "late");
        delete bets[msg.sender];
        wins[msg.sender] += 1;
        payable(msg.sender).transfer(b.stake);
    }
}
