pragma solidity 0.7.6;

contract SmallTypes {
    mapping(address => uint8) public lives;
    mapping(address => uint64) public score;

    function play(uint64 gained) external {
        require(lives[msg.sender] > 0, "game over");
        score[msg.sender] = score[msg.sender] + gained; // expect: integer-overflow
    }

    function buyLives(uint8 n) external payable {
        require(msg.value == uint256(n) * 0.001 ether);
        lives[msg.sender] += n; // expect: integer-overflow
    }
}
