pragma solidity >=0.4.22 <0.6.0; // expect: floating-pragma, outdated-compiler

contract OldCasino {
    address public house;
    uint public pot;

    constructor() public {
        house = msg.sender;
    }

    function play(uint guess) external payable {
        pot = pot + msg.value;
        uint roll = uint(keccak256(abi.encodePacked(now, blockhash(block.number - 1)))) % 6; // expect: weak-randomness, deprecated
        if (roll == guess) {
            msg.sender.send(pot); // expect: unchecked-send, reentrancy-limited-gas
            pot = 0;
        }
    }

    function drain() external {
        require(tx.origin == house); // expect: tx-origin
        msg.sender.transfer(address(this).balance);
    }
}
