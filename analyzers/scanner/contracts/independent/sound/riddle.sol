pragma solidity ^0.8.0;

contract Riddle {
    bytes32 public immutable answerHash;
    mapping(address => bytes32) public sealedGuess;
    mapping(address => uint256) public sealedAt;
    bool public solved;

    constructor(bytes32 h) payable {
        answerHash = h;
    }

    function commit(bytes32 guess) external {
        sealedGuess[msg.sender] = guess;
        sealedAt[msg.sender] = block.number;
    }

    function answer(string calldata solution, bytes32 salt) external {
        require(!solved, "solved");
        require(sealedGuess[msg.sender] == keccak256(abi.encode(msg.sender, solution, salt)), "not sealed");
        require(block.number > sealedAt[msg.sender] + 20, "wait");
        require(keccak256(bytes(solution)) == answerHash, "wrong");
        solved = true;
        payable(msg.sender).transfer(address(this).balance);
    }
}
