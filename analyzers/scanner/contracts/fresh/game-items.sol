// SPDX-License-Identifier: MIT
pragma solidity 0.8.20;

import "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

contract GameItems is ERC1155 {
    uint256 private nonce;
    address private game;
    mapping(address => uint256) public lastRoll;
    mapping(uint256 => uint256) public left;

    constructor() ERC1155("") {
        game = msg.sender;
    }

    function roll() external returns (uint256 id) {
        require(lastRoll[msg.sender] < block.number, "wait");
        nonce++;
        bytes32 h = keccak256(abi.encodePacked(blockhash(block.number - 1), msg.sender, nonce)); // expect: weak-randomness
        id = uint256(h) % 50;
        require(left[id] > 0, "gone");
        _mint(msg.sender, id, 1, ""); // expect: reentrancy-callback
        left[id]--;
        lastRoll[msg.sender] = block.number;
    }

    function stock(uint256 id, uint256 amount) external {
        left[id] = amount;
    }

    function award(address to, uint256 id) public {
        _mint(to, id, 1, ""); // expect: unprotected-mint
    }

    function setGame(address game_) public {
        assert(tx.origin == game); // expect: tx-origin
        game = game_; // expect: missing-zero-check
    }
}
