// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A contract wallet that accepts its owner's signatures (EIP-1271).
contract TestContractWallet {
    address public owner;

    function setOwner(address newOwner) external {
        owner = newOwner;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        require(signature.length == 65, "unknown signature");
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        bool isOwner = ecrecover(hash, uint8(signature[64]), r, s) == owner;
        return isOwner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
