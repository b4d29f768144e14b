// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";

contract MerkleClaim {
    IERC20 public immutable token;
    bytes32 public immutable root;
    mapping(uint256 => uint256) private claimedBits;

    error AlreadyClaimed();
    error BadProof();

    constructor(IERC20 token_, bytes32 root_) {
        token = token_;
        root = root_;
    }

    function claim(uint256 index, address account, uint256 amount, bytes32[] calldata proof) external {
        uint256 word = index / 256;
        uint256 mask = 1 << (index % 256);
        if (claimedBits[word] & mask != 0) revert AlreadyClaimed();
        bytes32 leaf = keccak256(bytes.concat(keccak256(abi.encode(index, account, amount))));
        if (!MerkleProof.verifyCalldata(proof, root, leaf)) revert BadProof();
        claimedBits[word] |= mask;
        require(token.transfer(account, amount), "failed");
    }
}
