pragma solidity ^0.5.11;

contract SeededDraw {
    uint private seed;
    address payable[] public entrants;
    address public dealer;

    constructor() public {
        dealer = msg.sender;
        seed = now;
    }

    function next() private returns (uint) {
        seed = uint(keccak256(abi.encode(seed, block.difficulty, block.coinbase))); // expect: weak-randomness
        return seed;
    }

    function enter() external payable {
        require(msg.value == 1 ether);
        require(entrants.length < 20);
        entrants.push(msg.sender);
    }

    function draw() external {
        require(msg.sender == dealer);
        uint pick = next() % entrants.length;
        address payable lucky = entrants[pick];
        delete entrants;
        lucky.transfer(address(this).balance);
    }
}
