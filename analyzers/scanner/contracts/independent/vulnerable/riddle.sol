pragma solidity ^0.4.22;

contract Riddle {
    bytes32 public answerHash;

    constructor(bytes32 h) public payable {
        answerHash = h;
    }

    function answer(string solution) public {
        require(keccak256(solution) == answerHash);
        msg.sender.transfer(this.balance); // expect: front-running | unprotected-withdraw
    }
}
