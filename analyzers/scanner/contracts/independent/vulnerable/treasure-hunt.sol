pragma solidity 0.8.18;

contract TreasureHunt {
    mapping(uint256 => bytes32) private clues;
    mapping(uint256 => bool) public found;
    address immutable author;

    constructor(bytes32[] memory hashes) payable {
        author = msg.sender;
        for (uint256 i = 0; i < hashes.length; i++) clues[i] = hashes[i];
    }

    function dig(uint256 clue, bytes calldata secret) external {
        require(!found[clue], "found");
        bytes32 guess = keccak256(secret);
        require(guess == clues[clue], "wrong");
        found[clue] = true;
        (bool ok, ) = msg.sender.call{value: 1 ether}(""); // expect: front-running
        require(ok);
    }
}
